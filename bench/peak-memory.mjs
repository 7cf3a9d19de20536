// Prints the most memory that a process took, in KiB, when it ends.
process.on('exit', () => process.stderr.write(`${process.resourceUsage().maxRSS}\n`));
