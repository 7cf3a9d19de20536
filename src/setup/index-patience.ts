/**
 * How long installers wait for an index or a registry that does not answer, in seconds, and how often they ask again:
 * so that none keeps a person waiting for more than a minute in all, whatever the environment says. Measured with a
 * server that accepts connections and is silent then: all give up after 25 s to 53 s.
 */
export const SILENCE = 12;

export const RETRIES = 1;
