package io.sluice.tools.template;

import io.sluice.tools.option.LeaseOption;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Holds the options that name a template in place of a policy. */
public final class TemplateOption {
  @Option(
      names = "--template",
      paramLabel = "KIND/NAME",
      description = "In place of a policy: a template that Karmada's API propagates.")
  private String template;

  @Mixin private LeaseOption lease;

  /**
   * Returns the template; empty when a policy is named.
   *
   * @param act begins messages: {@code "approve"}
   * @param policy as it is named; null if none is
   * @param namespace where the template is
   * @throws ParameterException when both are named, or neither, or the template badly
   */
  public Optional<TemplateName> name(
      CommandSpec spec, String act, String policy, String namespace) {
    if ((policy == null) == (template == null)) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot %s: %s. Write a policy's name, or --template KIND/NAME."
              .formatted(
                  act,
                  policy == null
                      ? "no policy is named"
                      : "both a policy and a template are named"));
    }
    if (template != null && !template.matches("[^/]+/[^/]+")) {
      throw new ParameterException(
          spec.commandLine(),
          "Cannot %s template %s: it is no kind with a name. Write one such as Deployment/web."
              .formatted(act, template));
    }
    return Optional.ofNullable(template)
        .map(text -> text.split("/"))
        .map(parts -> new TemplateName(parts[0], namespace, parts[1]));
  }

  /** Returns whether a template is named. */
  public boolean given() {
    return template != null;
  }

  /** Returns the namespace of Sluice, where the Rollouts of cluster-scoped templates are. */
  public String own() {
    return lease.namespace();
  }
}
