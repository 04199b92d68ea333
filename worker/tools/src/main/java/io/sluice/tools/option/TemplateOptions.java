package io.sluice.tools.option;

import io.sluice.settings.TemplateSettings;
import io.sluice.template.WorkExecutor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Holds the options of a worker that propagates templates by Karmada's policies. */
public final class TemplateOptions {
  @Option(
      names = "--karmada",
      descriptionKey = "karmada.enabled",
      description =
          "Also propagate templates by Karmada's policies, down to Works; never beside Karmada's own"
              + " controllers. Default: ${DEFAULT-VALUE}.",
      defaultValue = "false",
      fallbackValue = "true")
  private boolean propagated;

  @Option(
      names = "--karmada-machine-keys",
      descriptionKey = "karmada.machineKeys",
      paramLabel = "KEY",
      split = ",",
      description =
          "Labels and annotations of templates that controllers write, so that their change is no"
              + " change by a user. Karmada's, Sluice's and a Deployment's revision always are."
              + " Default: none.")
  private List<String> machineKeys = new ArrayList<>();

  @Option(
      names = "--karmada-excluded-namespaces",
      descriptionKey = "karmada.excludedNamespaces",
      paramLabel = "NAME",
      split = ",",
      converter = NamespaceConverter.class,
      description =
          "Namespaces without templates; * at the end stands for any end. Karmada's own always are"
              + " excluded. Default: ${DEFAULT-VALUE}.",
      defaultValue = "kube-*")
  private List<String> excluded;

  @Option(
      names = "--karmada-executor",
      descriptionKey = "karmada.executor",
      paramLabel = "none|karmada-agent",
      converter = ExecutorConverter.class,
      description =
          "Whether a Work that is deleted waits for Karmada's agent, which first deletes what it has"
              + " applied. Default: ${DEFAULT-VALUE}.",
      defaultValue = "none")
  private WorkExecutor executor;

  /** Returns the settings; empty when no templates are propagated. */
  public Optional<TemplateSettings> settings() {
    return propagated
        ? Optional.of(new TemplateSettings(machineKeys, excluded, executor))
        : Optional.empty();
  }

  /** Converts names of namespaces, or their beginnings. */
  static final class NamespaceConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.matches("[a-z0-9][a-z0-9-]*[*]?")) {
        return text;
      }
      throw new TypeConversionException(
          "it is no name of a namespace. Write names such as ops or team-*, with commas between.");
    }
  }

  /** Converts what applies Works. */
  static final class ExecutorConverter implements ITypeConverter<WorkExecutor> {
    @Override
    public WorkExecutor convert(String text) {
      return Arrays.stream(WorkExecutor.values())
          .filter(executor -> executor.label().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "it is none of %s."
                          .formatted(
                              Arrays.stream(WorkExecutor.values())
                                  .map(WorkExecutor::label)
                                  .collect(Collectors.joining(", ")))));
    }
  }
}
