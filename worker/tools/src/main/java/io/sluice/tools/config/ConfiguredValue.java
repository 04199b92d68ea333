package io.sluice.tools.config;

import static java.util.Objects.requireNonNull;

/**
 * Holds a value that the command line does not give, and where it was found.
 *
 * @param source as a person finds it: {@code SLUICE_MODE}, or file and line
 */
record ConfiguredValue(String key, String text, Rank rank, String source) {
  /** Lists where values are found; an earlier one counts more. */
  enum Rank {
    ENVIRONMENT,
    FILE
  }

  ConfiguredValue {
    requireNonNull(key, "key is null");
    requireNonNull(text, "text is null");
    requireNonNull(rank, "rank is null");
    requireNonNull(source, "source is null");
  }

  static ConfiguredValue ofVariable(String key, String text, String variable) {
    return new ConfiguredValue(key, text, Rank.ENVIRONMENT, variable);
  }

  /** Returns the text, or stars for a secret. */
  String shown() {
    return ConfigKeys.secret(key) ? ConfigPrinter.MASK : text;
  }
}
