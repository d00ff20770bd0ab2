// The system's SQLite. Apple's platforms have it as the module SQLite3, Debian in the package libsqlite3-dev.
#include <sqlite3.h>
