package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Describes a calendar that selects the Rollouts that it binds (between-waves 2). */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonClassDescription(
    "When clusters may start, in windows and not in freezes, and for which Rollouts that holds.")
public final class ClusterCalendarSpec extends CalendarSpec {
  @JsonPropertyDescription(
      "Labels of the namespaces whose Rollouts it binds. Absent: all namespaces.")
  public LabelConditions namespaceSelector;

  @JsonPropertyDescription(
      "Labels of the policies, or of the templates, whose Rollouts it binds. Absent: all.")
  public LabelConditions policySelector;
}
