package io.sluice.cli.option;

import picocli.CommandLine.IVersionProvider;

/** Returns the version of the jar; classes outside a jar have none. */
public final class JarVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = JarVersion.class.getPackage().getImplementationVersion();
    return new String[] {"sluice " + (version == null ? "(unpackaged)" : version)};
  }
}
