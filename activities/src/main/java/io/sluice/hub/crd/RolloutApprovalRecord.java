package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/**
 * Holds that one person has approved the groups of one name (between-waves Q1).
 *
 * @param target what it was given for
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutApprovalRecord(
    @Required
        @Size(min = 1, max = 512)
        @JsonPropertyDescription("The user who approves, as the API server knows that person.")
        String by,
    @Required
        @Size(min = 1, max = 64)
        @JsonPropertyDescription("When, within a minute, as 2026-12-01T08:00:00Z.")
        String at,
    @JsonProperty("for")
        @JsonPropertyDescription("What is approved: one of its fields, or more of them.")
        Target target,
    @Size(max = 253)
        @JsonPropertyDescription(
            "The group of users as whose member it is given, where a rule asks for one.")
        String from,
    @Size(max = 512) @JsonPropertyDescription("Why.") String comment) {
  /** The field by which the list is keyed: one approval a person. */
  public static final String KEY = "by";

  static final String DESCRIPTION =
      "Who has approved it, for approvalRules. `sluice approve` and the dashboard write it; each"
          + " person writes an entry of their own.";

  /** Names what is approved. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Target(
      @Size(max = 128) @JsonPropertyDescription("status.rolloutUID of the rollout.")
          String rolloutUID,
      @Size(max = 256) @JsonPropertyDescription("The version that the policy's annotation names.")
          String version,
      @Size(max = 128) @JsonPropertyDescription("The hash of the content, from the status.")
          String content) {}
}
