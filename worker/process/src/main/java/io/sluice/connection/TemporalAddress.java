package io.sluice.connection;

import java.util.Optional;

/** Checks an address of Temporal. */
public final class TemporalAddress {
  private static final int HIGHEST = 65_535;
  private static final String EXAMPLE = "Write HOST:PORT, such as temporal.example.com:7233.";

  private TemporalAddress() {}

  /** Returns what is wrong with an address, and an example; empty if nothing is. */
  public static Optional<String> problem(String address) {
    if (address.contains("://")) {
      return Optional.of("it is a URL. " + EXAMPLE);
    }
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 1 || port.isEmpty()) {
      return Optional.of("it names no port. " + EXAMPLE);
    }
    if (!port.matches("\\d{1,5}") || !port(Integer.parseInt(port))) {
      return Optional.of("port %s is no number from 1 to %d. %s".formatted(port, HIGHEST, EXAMPLE));
    }
    return Optional.empty();
  }

  /** Returns whether a number is one of a port. */
  public static boolean port(int number) {
    return number >= 1 && number <= HIGHEST;
  }
}
