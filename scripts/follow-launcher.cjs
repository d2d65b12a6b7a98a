// Preloaded into Next: a server whose launcher was killed outright ends as if it had been asked to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
