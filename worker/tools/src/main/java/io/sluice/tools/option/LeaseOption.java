package io.sluice.tools.option;

import io.sluice.settings.LeaseSettings;
import picocli.CommandLine.Option;

/** Holds the option that says where the Lease of the leading worker is. */
public final class LeaseOption {
  @Option(
      names = "--lease-namespace",
      descriptionKey = "lease.namespace",
      paramLabel = "NAME",
      description = "Namespace of the Lease of the leader. Default: ${DEFAULT-VALUE}.",
      defaultValue = LeaseSettings.NAMESPACE)
  private String namespace;

  /** Returns the namespace of the Lease. */
  public String namespace() {
    return namespace;
  }
}
