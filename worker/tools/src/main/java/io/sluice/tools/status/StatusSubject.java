package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.template.ResourceId;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.template.TemplateObjects;

/**
 * Names what a rollout carries, as commands show it.
 *
 * @param title {@code policy policies/web}, {@code template Deployment shop/web}
 * @param named what names it on a command line
 * @param counter what its versions are counted by: {@code generation}, {@code activation}
 */
public record StatusSubject(
    String title, CommandTarget named, String counter, RolloutTarget target) {
  public StatusSubject {
    requireNonNull(title, "title is null");
    requireNonNull(named, "named is null");
    requireNonNull(counter, "counter is null");
    requireNonNull(target, "target is null");
  }

  /** Names a policy. */
  public static StatusSubject of(PolicyName policy) {
    return new StatusSubject("policy " + policy, CommandTarget.of(policy), "generation", policy);
  }

  /** Names a template; a version of it is one activation (lazy-activation 3). */
  static StatusSubject of(TemplateObjects template, String own) {
    ResourceId id = template.state().resource();
    return new StatusSubject(
        template.title(),
        CommandTarget.ofTemplate(id.kind(), id.namespace(), id.name(), own),
        "activation",
        template.name());
  }
}
