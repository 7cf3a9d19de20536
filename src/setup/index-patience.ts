/**
 * How long installers wait for an index or a registry that does not answer, in seconds, and how often they try again.
 * No step may wait longer than a minute, whatever the environment variables say. Measured with a server that accepts
 * connections and stays silent: all installers give up after 25 s to 53 s.
 */
export const SILENCE = 12;

export const RETRIES = 1;
