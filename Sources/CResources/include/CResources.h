// CResources: text files that the program carries inside, so that it works without them beside it.
#ifndef CRESOURCES_H
#define CRESOURCES_H

/// The text of an embedded file, which lives as long as the process; NULL if no file of this path
/// is embedded. Paths are those of the list in Resources.c.
const char *cresources_text(const char *path);

#endif
