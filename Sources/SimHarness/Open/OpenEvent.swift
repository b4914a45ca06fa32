/// Something that happened in an open game, as its rules say it.
public typealias OpenEvent = RulesCall.Event
