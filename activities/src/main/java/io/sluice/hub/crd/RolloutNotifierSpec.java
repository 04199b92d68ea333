package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes whom to tell of many Rollouts, as {@link RolloutNotification} does for one
 * (between-waves 5). {@link io.sluice.notification.NotificationRuleReader} reads it from the object
 * as it is written, so that messages can quote it.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonClassDescription("Whom to tell what, in which format, and of which Rollouts.")
public final class RolloutNotifierSpec {
  @Size(min = 1, max = 2048)
  @JsonPropertyDescription(RolloutNotification.URL)
  public String url;

  @JsonPropertyDescription(RolloutNotification.SECRET)
  public RolloutCheck.SecretReference secretRef;

  @Size(max = 11)
  @JsonPropertyDescription(RolloutNotification.EVENTS)
  public List<@Size(max = 63) String> events;

  @JsonPropertyDescription(RolloutNotification.FORMAT)
  public RolloutNotification.Format format;

  @JsonPropertyDescription(
      "Labels of the policies, or of the templates, of whose Rollouts it tells. Absent: all.")
  public LabelConditions policySelector;
}
