/// What the system does for whoever saves: a thread, time to finish in, and word of locks.
package enum StorePlatform {}
