package io.sluice.tools.course;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.TemporalProfile;
import io.sluice.workflow.payload.PayloadKeys;
import java.util.Optional;

/**
 * Says where Temporal is, for a command that can do without it.
 *
 * @param profile empty if it is not named, or badly
 * @param problem what is wrong with the settings that would name it, in sentences
 */
public record TemporalSource(Optional<TemporalProfile> profile, Optional<String> problem) {
  public TemporalSource {
    requireNonNull(profile, "profile is null");
    requireNonNull(problem, "problem is null");
  }

  static TemporalSource wrong(String problem) {
    return new TemporalSource(Optional.empty(), Optional.of(problem));
  }

  /** Returns the keys of its payloads. */
  public PayloadKeys keys() {
    return profile.map(TemporalProfile::payloadKeys).orElse(PayloadKeys.NONE);
  }
}
