package io.sluice.tools.lint;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.option.NameSuggestions;
import java.util.List;
import java.util.Optional;

/** Finds Rollouts of files that no policy is rolled out by, because of their names. */
final class RolloutNameLinter {
  static final String REASON = "RolloutWithoutPolicy";

  private final LintObjects objects;

  RolloutNameLinter(LintObjects objects) {
    this.objects = requireNonNull(objects, "objects is null");
  }

  /** Returns the warning; where the files hold no policy, that of the Rollout may be elsewhere. */
  Optional<String> warning(Manifest rollout) {
    String namespace = objects.namespace(rollout);
    if (BindingName.ofRollout(namespace, rollout.name()).isPresent()
        || objects.policy(rollout).isPresent()) {
      return Optional.empty();
    }
    Optional<PolicyName> named = PolicyName.ofRollout(namespace, rollout.name());
    if (named.isEmpty()) {
      String policy = objects.policy(namespace, rollout.name()).map(Manifest::name).orElse("NAME");
      return Optional.of(
          "metadata.name is \"%s\", by which no policy is rolled out. Call the Rollout of policy %s %s."
              .formatted(rollout.name(), policy, new PolicyName(namespace, policy).rolloutName()));
    }
    List<String> policies =
        objects.policies().stream()
            .map(policy -> objects.namespace(policy) + "/" + policy.name())
            .toList();
    return policies.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the files have no policy %s. %s"
                .formatted(
                    named.get(), NameSuggestions.of(namespace, named.get().name(), policies)));
  }
}
