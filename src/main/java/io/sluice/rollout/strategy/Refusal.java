package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import java.util.List;

/**
 * Reports why a policy is not rolled out: the condition Accepted when it is False (rollout-strategy
 * 1.6).
 *
 * @param reason that of the first problem
 * @param message one for all problems
 */
public record Refusal(String reason, String message) {
  /** Begins the message of every refusal. */
  public static final String PREFIX = "Cannot roll out policy ";

  public Refusal {
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
  }

  /** Sums up problems, which may come from several readers and in any order. */
  public static Refusal of(PolicyName policy, List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("Cannot refuse a rollout: there is no problem. Start it.");
    }
    return new Refusal(
        Problem.sorted(problems).get(0).reason(), Problem.message(PREFIX + policy, problems));
  }

  public boolean is(Reason other) {
    return reason.equals(other.label());
  }

  /** Lists the reasons for which settings are refused (rollout-strategy 1.6). */
  public enum Reason {
    UNKNOWN_TYPE("UnknownType"),
    WRONG_SETTINGS("WrongSettings"),
    QUOTED_INTEGER("QuotedInteger"),
    BAD_NUMBER("BadNumber"),
    BAD_DURATION("BadDuration"),
    UNKNOWN_GROUP("UnknownGroup"),
    BAD_GROUP("BadGroup"),
    BAD_SELECTOR("BadSelector"),
    BAD_PENDING("BadPending"),
    ENFORCED_ROOT("EnforcedRoot"),
    /** The root leaves its action to a template that enforces (policy-propagation 14.1). */
    ENFORCED_TEMPLATE("EnforcedTemplate"),
    /** Nothing would hold the propagator's writes (gate 3). */
    GATE_OPEN("GateOpen"),
    /** The label that stages has a value of no meaning (gate 2). */
    GATE_LABEL("GateLabel"),
    /** The propagator would not copy the label that stages to the replicas (gate 2). */
    GATE_NEEDS_METADATA("GateNeedsMetadata"),
    /** Before its turn a cluster behind the gate keeps what it has (gate 7). */
    PENDING_INFORM("PendingInformNeedsStandalone"),
    TWO_STRATEGIES("TwoStrategies"),
    STRATEGY_FIELD_MISSING("StrategyFieldMissing"),
    TIMEOUT_RENAMED("TimeoutRenamed"),
    DUPLICATE_APPROVAL("DuplicateApproval"),
    /**
     * A start time, window or freeze means nothing, or a calendar is missing (between-waves C9).
     */
    CALENDAR_INVALID("CalendarInvalid"),
    /** A check asks nothing that can be asked, or for no group (between-waves 3). */
    CHECK_INVALID("CheckInvalid"),
    /** A rule of approvals means nothing, or covers no group (between-waves 4). */
    APPROVAL_RULES_INVALID("ApprovalRulesInvalid"),
    /** Nothing holds recorded approvals to the truth (between-waves Q2). */
    APPROVAL_RULES_NOT_ENFORCED("ApprovalRulesNotEnforced"),
    /** OCM's propagator writes the replicas too (policy-propagation 8.1). */
    PROPAGATOR_RUNNING("PropagatorRunning"),
    /** A cluster has the name of the policy's namespace (policy-propagation 7). */
    NAMESPACE_IS_CLUSTER("NamespaceIsCluster");

    private final String label;

    Reason(String label) {
      this.label = label;
    }

    /** The reason as the condition Accepted shows it. */
    public String label() {
      return label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
