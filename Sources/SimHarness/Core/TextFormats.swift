// Games read their levels through types of this module, so who imports SimHarness has them too.
@_exported import TextFormats
