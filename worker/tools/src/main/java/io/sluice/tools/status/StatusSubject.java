package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.template.ResourceId;
import io.sluice.tools.template.TemplateObjects;

/**
 * Names what a rollout carries, as commands show it.
 *
 * @param title {@code policy policies/web}, {@code template Deployment shop/web}
 * @param arguments what names it on a command line: {@code web -n policies}
 * @param counter what its versions are counted by: {@code generation}, {@code activation}
 */
public record StatusSubject(String title, String arguments, String counter, RolloutTarget target) {
  public StatusSubject {
    requireNonNull(title, "title is null");
    requireNonNull(arguments, "arguments is null");
    requireNonNull(counter, "counter is null");
    requireNonNull(target, "target is null");
  }

  /** Returns the arguments with one more, which follows the name. */
  String arguments(String more) {
    int options = arguments.lastIndexOf(" -n ");
    return options < 0
        ? arguments + " " + more
        : "%s %s%s".formatted(arguments.substring(0, options), more, arguments.substring(options));
  }

  /** Names a policy. */
  public static StatusSubject of(PolicyName policy) {
    return new StatusSubject(
        "policy " + policy,
        "%s -n %s".formatted(policy.name(), policy.namespace()),
        "generation",
        policy);
  }

  /** Names a template; a version of it is one activation (lazy-activation 3). */
  static StatusSubject of(TemplateObjects template) {
    ResourceId id = template.state().resource();
    return new StatusSubject(
        template.title(),
        "--template %s/%s%s"
            .formatted(
                id.kind(), id.name(), id.namespace().isEmpty() ? "" : " -n " + id.namespace()),
        "activation",
        template.name());
  }
}
