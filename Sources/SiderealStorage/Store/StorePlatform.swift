/// What the system does for whoever saves: a thread, and time to finish in.
package enum StorePlatform {}
