package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes whom to tell of what happens in a rollout (between-waves 5). What an address or an
 * event means is left to the reader of the settings, which says what is wrong with it.
 */
public record RolloutNotification(
    @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Its name, in the status.")
        String name,
    @Size(min = 1, max = 2048) @JsonPropertyDescription(RolloutNotification.URL) String url,
    @JsonPropertyDescription(RolloutNotification.SECRET) RolloutCheck.SecretReference secretRef,
    @Size(max = 11) @JsonPropertyDescription(RolloutNotification.EVENTS)
        List<@Size(max = 63) String> events,
    @JsonPropertyDescription(RolloutNotification.FORMAT) Format format) {
  /** The field by which the list is keyed. */
  public static final String KEY = "name";

  static final String URL = "The URL that gets a POST. Absent: the Secret has it as url.";
  static final String SECRET = "The Secret with the key, the token or the URL.";
  static final String EVENTS =
      "What it is told: waiting-for-approval, group-opened, check-failed, window-missed, halted,"
          + " succeeded, aborted, superseded, regressed, straggler, released. Absent: all of it.";
  static final String FORMAT = "CloudEvents, Slack, Teams or PagerDuty. Default: CloudEvents.";

  /** Lists the formats. */
  public enum Format {
    CloudEvents,
    Slack,
    Teams,
    PagerDuty
  }
}
