package io.sluice.cli.status;

import static java.util.Objects.requireNonNull;

import io.sluice.cli.template.TemplateObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;

/**
 * Names what a rollout carries, as commands show it.
 *
 * @param title {@code policy policies/web}, {@code template Deployment shop/web}
 * @param counter what its versions are counted by: {@code generation}, {@code activation}
 */
public record StatusSubject(String title, String counter, RolloutTarget target) {
  public StatusSubject {
    requireNonNull(title, "title is null");
    requireNonNull(counter, "counter is null");
    requireNonNull(target, "target is null");
  }

  /** Names a policy. */
  public static StatusSubject of(PolicyName policy) {
    return new StatusSubject("policy " + policy, "generation", policy);
  }

  /** Names a template; a version of it is one activation (lazy-activation 3). */
  static StatusSubject of(TemplateObjects template) {
    return new StatusSubject(template.title(), "activation", template.name());
  }
}
