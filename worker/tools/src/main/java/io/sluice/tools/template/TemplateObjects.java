package io.sluice.tools.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.template.BindingContext;
import io.sluice.policy.BindingName;
import io.sluice.template.ResourceId;
import io.sluice.template.work.BindingState;

/**
 * Holds a template's binding, and what its rollout depends on.
 *
 * @param binding as it was read
 */
public record TemplateObjects(GenericKubernetesResource binding, BindingContext context) {
  public TemplateObjects {
    requireNonNull(binding, "binding is null");
    requireNonNull(context, "context is null");
  }

  /** Returns what its rollout is named after. */
  public BindingName name() {
    return context.name();
  }

  /** Returns the binding. */
  public BindingState state() {
    return context.state().orElseThrow();
  }

  /** Formats the template: {@code template Deployment shop/web}. */
  public String title() {
    ResourceId template = state().resource();
    return "template %s %s".formatted(template.kind(), template.key());
  }
}
