package io.sluice.tools.option;

import io.sluice.hub.propagator.PropagatorNamespaces;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Holds the option that says where OCM's propagator keeps its Lease. */
public final class PropagatorOption {
  @Option(
      names = "--propagator-namespaces",
      descriptionKey = "propagatorNamespaces",
      paramLabel = "NAME",
      split = ",",
      converter = NamespaceConverter.class,
      description =
          "Namespaces in which OCM's propagator may run: its Lease counts there alone."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "open-cluster-management,open-cluster-management-hub")
  private List<String> namespaces;

  /** Returns the namespaces. */
  public PropagatorNamespaces namespaces() {
    return new PropagatorNamespaces(namespaces);
  }

  /** Converts names of namespaces. */
  static final class NamespaceConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
        return text;
      }
      throw new TypeConversionException(
          "it is no name of a namespace. Write names such as ocm, with commas between.");
    }
  }
}
