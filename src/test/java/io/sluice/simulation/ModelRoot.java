package io.sluice.simulation;

import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.RootView;
import java.util.Optional;

/**
 * The root policy as written by its author.
 *
 * @param strategy which settings it has; below zero: none, it is unstaged
 */
record ModelRoot(
    String uid,
    long generation,
    String content,
    boolean disabled,
    boolean deleting,
    int strategy,
    Optional<String> versionAnnotation) {
  static ModelRoot create(int number) {
    return new ModelRoot("policy-" + number, 1, "content-a", false, false, 0, Optional.of("1"));
  }

  ModelRoot edited(String nextContent, Optional<String> annotation) {
    return new ModelRoot(
        uid, generation + 1, nextContent, disabled, deleting, strategy, annotation);
  }

  ModelRoot disabled(boolean next) {
    return next == disabled
        ? this
        : new ModelRoot(uid, generation + 1, content, next, deleting, strategy, versionAnnotation);
  }

  /** A finalizer keeps it for a while; its generation rises. */
  ModelRoot terminating() {
    return deleting
        ? this
        : new ModelRoot(uid, generation + 1, content, disabled, true, strategy, versionAnnotation);
  }

  /** The strategy is part of the Rollout's spec, so it does not change the policy's generation. */
  ModelRoot strategy(int next) {
    return new ModelRoot(uid, generation, content, disabled, deleting, next, versionAnnotation);
  }

  boolean staged() {
    return strategy >= 0;
  }

  PolicyVersion version() {
    return new PolicyVersion(uid, generation, content);
  }

  RootView view() {
    return new RootView(
        version(),
        disabled,
        deleting,
        staged(),
        staged() ? "strategy-" + strategy : "",
        versionAnnotation);
  }
}
