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
    @Size(min = 1, max = 2048)
        @JsonPropertyDescription("The URL that gets a POST. Absent: the Secret has it as url.")
        String url,
    @JsonPropertyDescription("The Secret with the key, the token or the URL.")
        RolloutCheck.SecretReference secretRef,
    @Size(max = 11)
        @JsonPropertyDescription(
            "What it is told: waiting-for-approval, group-opened, check-failed, window-missed,"
                + " halted, succeeded, aborted, superseded, regressed, straggler, released. Absent:"
                + " all of it.")
        List<@Size(max = 63) String> events,
    @JsonPropertyDescription("CloudEvents, Slack, Teams or PagerDuty. Default: CloudEvents.")
        Format format) {
  /** The field by which the list is keyed. */
  public static final String KEY = "name";

  /** Lists the formats. */
  public enum Format {
    CloudEvents,
    Slack,
    Teams,
    PagerDuty
  }
}
