/// What the system does for a store: a thread, time to finish in, and word of locks.
package enum StorePlatform {}
