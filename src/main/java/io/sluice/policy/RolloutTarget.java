package io.sluice.policy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/**
 * Identifies what a rollout carries to clusters: a policy, or the binding of a template
 * (lazy-activation 3). Its fields show which of the two is stored.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(PolicyName.class), @JsonSubTypes.Type(BindingName.class)})
public sealed interface RolloutTarget permits PolicyName, BindingName {
  /** Returns what a Rollout object with this name belongs to; empty for any other. */
  static Optional<RolloutTarget> ofRollout(String namespace, String rolloutName) {
    return PolicyName.ofRollout(namespace, rolloutName)
        .<RolloutTarget>map(policy -> policy)
        .or(() -> BindingName.ofRollout(namespace, rolloutName));
  }

  /** Returns the namespace of the Rollout object. */
  String namespace();

  /** Returns the name that a user knows it by, within the namespace. */
  String name();

  /** Returns the name of the Rollout object. */
  String rolloutName();

  /**
   * Returns what names it in the id of the workflow that rolls it out, after the name of the hub.
   */
  String path();

  /** Returns the kind in lower case, as messages name it: {@code policy} or {@code binding}. */
  String noun();

  /** Returns what a user edits for the next rollout: {@code policy} or {@code template}. */
  String content();

  /** Returns what a cluster becomes that succeeds: {@code compliant} or {@code healthy}. */
  String success();

  /** Returns what one does that does not: {@code does not comply} or {@code is not healthy}. */
  String failure();
}
