package io.sluice.devservers;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets {@code -Dsluice.real.kubeconfig} for the tests of other modules.
 *
 * <p>Registered by the build's profile {@code real}, for every test of it.
 */
public final class DevServersExtension implements BeforeAllCallback {
  private static final String KUBECONFIG = "sluice.real.kubeconfig";

  @Override
  public void beforeAll(ExtensionContext context) {
    if (System.getProperty(KUBECONFIG, "").isEmpty()) {
      System.setProperty(KUBECONFIG, SharedDevServers.get().kubeconfig().toString());
    }
  }
}
