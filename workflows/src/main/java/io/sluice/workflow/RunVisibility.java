package io.sluice.workflow;

import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.SearchAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Words what Temporal shows of a run from its first moment on: its search attributes, its summary,
 * and what a person can do about it.
 */
public final class RunVisibility {
  static final SearchAttributeKey<String> PHASE = SearchAttributeKey.forKeyword("SluicePhase");
  static final SearchAttributeKey<String> OUTCOME = SearchAttributeKey.forKeyword("SluiceOutcome");
  static final SearchAttributeKey<String> WAITING_FOR =
      SearchAttributeKey.forKeyword("SluiceWaitingFor");
  static final SearchAttributeKey<String> POLICY = SearchAttributeKey.forKeyword("SluicePolicy");
  static final SearchAttributeKey<String> NAMESPACE =
      SearchAttributeKey.forKeyword("SluiceNamespace");

  /** The names of all search attributes of a run, each of type Keyword. */
  public static final List<String> SEARCH_ATTRIBUTES =
      Stream.of(POLICY, NAMESPACE, PHASE, OUTCOME, WAITING_FOR)
          .map(SearchAttributeKey::getName)
          .toList();

  private RunVisibility() {}

  /** The search attributes that a run starts with; {@link VisibilityUpdater} keeps the others. */
  public static SearchAttributes attributes(AttemptSpec spec) {
    return SearchAttributes.newBuilder()
        .set(POLICY, spec.policy().name())
        .set(NAMESPACE, spec.policy().namespace())
        .build();
  }

  /** One line: {@code policies/web-tls: generation 3, attempt 2}. */
  public static String summary(AttemptSpec spec) {
    return "%s: generation %d, attempt %d"
        .formatted(spec.policy(), spec.version().generation(), spec.number());
  }

  /** What the run is, and what a person can do about it, as Markdown without tables. */
  public static String details(AttemptSpec spec, RolloutSettings settings) {
    return "Rolls generation %d of policy **%s** out, strategy **%s**. Where it stands: **Current Details**.\n\n%s"
        .formatted(
            spec.version().generation(),
            spec.policy(),
            spec.strategy().type(),
            whatToDo(spec.policy(), settings));
  }

  /** What a person can do about a run. */
  static String whatToDo(PolicyName policy, RolloutSettings settings) {
    return """
        - Approve a group: `sluice approve %1$s <group> -n %2$s`%3$s
        - Pause, resume, retry: `spec` of the Rollout `%4$s`
        - On the command line: `sluice status %1$s -n %2$s`
        """
        .formatted(
            policy.name(),
            policy.namespace(),
            settings.messageApprovals()
                ? ", or *More Actions*, *Send an Update*, `approve`"
                : " (approvals by message are refused here)",
            policy.rolloutName());
  }
}
