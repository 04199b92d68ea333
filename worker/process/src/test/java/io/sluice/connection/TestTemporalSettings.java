package io.sluice.connection;

import io.sluice.connection.TemporalSettings.Tls;
import io.sluice.rollout.lifecycle.HubName;
import java.nio.file.Path;
import java.util.Optional;

/** Makes settings of the connection with Temporal that name little. */
final class TestTemporalSettings {
  private TestTemporalSettings() {}

  static TemporalSettings of(Optional<String> address, Optional<String> namespace) {
    return new TemporalSettings(
        address,
        namespace,
        HubName.DEFAULT,
        Optional.empty(),
        Optional.empty(),
        NOTHING,
        Optional.empty());
  }

  static TemporalSettings ofKeyFile(Path file) {
    return new TemporalSettings(
        Optional.empty(),
        Optional.empty(),
        HubName.DEFAULT,
        Optional.empty(),
        Optional.of(file),
        NOTHING,
        Optional.empty());
  }

  static final Tls NOTHING =
      new Tls(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
