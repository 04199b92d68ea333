package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.UserView;
import io.sluice.template.TemplateScope;
import io.sluice.template.WorkExecutor;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds how templates are propagated, as Karmada's API says.
 *
 * @param machineKeys labels and annotations that controllers own, besides those that they always
 *     own (lazy-activation 1.3)
 * @param excludedNamespaces where objects are never templates, besides Karmada's own
 *     (lazy-activation 2.4)
 * @param executor what applies Works inside the members (lazy-activation 2.9)
 */
public record TemplateSettings(
    List<String> machineKeys, List<String> excludedNamespaces, WorkExecutor executor) {
  public static final TemplateSettings DEFAULTS =
      new TemplateSettings(List.of(), TemplateScope.DEFAULT_EXCLUDED, WorkExecutor.NONE);

  public TemplateSettings {
    machineKeys = List.copyOf(machineKeys);
    excludedNamespaces = List.copyOf(excludedNamespaces);
    requireNonNull(executor, "executor is null");
  }

  /** Returns what the user owns of a template. */
  public UserView view() {
    return new UserView(
        Stream.concat(UserView.DEFAULT_MACHINE_KEYS.stream(), machineKeys.stream())
            .collect(Collectors.toSet()));
  }

  /** Returns which objects are never templates. */
  public TemplateScope scope() {
    return new TemplateScope(excludedNamespaces);
  }
}
