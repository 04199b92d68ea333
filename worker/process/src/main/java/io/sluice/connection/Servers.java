package io.sluice.connection;

import io.fabric8.kubernetes.client.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Holds how to connect with both servers. */
public record Servers(TemporalProfile temporal, Config hub) {
  /**
   * Reads the settings of both; a mistake in one does not hide those in the other.
   *
   * @throws IllegalArgumentException with all messages, a line each
   */
  public static Servers read(Supplier<TemporalProfile> temporal, Supplier<Config> hub) {
    List<String> mistakes = new ArrayList<>();
    Optional<TemporalProfile> profile = read(temporal, mistakes);
    Optional<Config> config = read(hub, mistakes);
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join(System.lineSeparator(), mistakes));
    }
    return new Servers(profile.orElseThrow(), config.orElseThrow());
  }

  private static <T> Optional<T> read(Supplier<T> settings, List<String> mistakes) {
    try {
      return Optional.of(settings.get());
    } catch (IllegalArgumentException e) {
      mistakes.add(e.getMessage());
      return Optional.empty();
    }
  }
}
