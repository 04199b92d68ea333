package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Describes what the approvals of groups must fulfil (between-waves 4). What a time or a duration
 * means is left to the check before an attempt, which says what is wrong with it.
 */
public record RolloutApprovalRule(
    @Size(max = 256)
        @JsonPropertyDescription(
            "Decision groups that it covers; ungrouped: clusters without one. Absent: every group"
                + " that is not mandatory.")
        List<@Size(max = 63) String> groups,
    @Min(1)
        @Max(50)
        @JsonPropertyDescription("How many people must have approved a group. Default: 1.")
        Integer required,
    @Size(max = 64)
        @JsonPropertyDescription(
            "Approvals count from this instant on, as 2026-12-01T08:00:00Z. Absent: at once.")
        String notBefore,
    @Size(max = 32)
        @JsonPropertyDescription(
            "How long an approval counts after it was given, as 72h. Absent: always.")
        String expiresAfter,
    @JsonPropertyDescription(
            "What an approval must have been given for. Version: the version that the policy's"
                + " annotation names. Content: the content that is rolled out. Any: whatever is"
                + " rolled out. Default: Content.")
        Binding boundTo,
    @JsonPropertyDescription(
            "True: the author of the version does not count, who is the manager of the last change"
                + " of the policy's spec.")
        Boolean separateAuthor,
    @Size(max = 50)
        @JsonPropertyDescription(
            "Groups of users, as the API server knows them: an approval counts when it was given as"
                + " a member of one of them. Absent: anybody's.")
        List<@Size(min = 1, max = 253) String> from) {
  /** Lists what an approval holds for. */
  public enum Binding {
    Version,
    Content,
    Any
  }
}
