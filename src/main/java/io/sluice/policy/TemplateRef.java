package io.sluice.policy;

import static java.util.Objects.requireNonNull;

/** Names one template of a policy, as far as evidence needs it. */
public record TemplateRef(String kind, String name) {
  public TemplateRef {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
  }
}
