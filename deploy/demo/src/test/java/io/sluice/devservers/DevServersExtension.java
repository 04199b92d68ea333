package io.sluice.devservers;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets {@code -Dsluice.real.kubeconfig} for the tests of other modules, and removes what the former
 * class has left on the shared servers: the Lease of a propagator would decide the mode of workers.
 *
 * <p>Registered by the build's profiles {@code real} and {@code faults}, for every test of them.
 */
public final class DevServersExtension implements BeforeAllCallback {
  private static final String KUBECONFIG = "sluice.real.kubeconfig";

  @Override
  public void beforeAll(ExtensionContext context) {
    DevServers shared = SharedDevServers.get();
    shared.forgetPropagator();
    if (System.getProperty(KUBECONFIG, "").isEmpty()) {
      System.setProperty(KUBECONFIG, shared.kubeconfig().toString());
    }
  }
}
