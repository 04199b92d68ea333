package io.sluice.process;

import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.read.HubMode;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Sets the shared servers up for workers beside OCM's propagator while a class is tested. */
final class BesideSetup implements BeforeAllCallback, AfterAllCallback {
  @Override
  public void beforeAll(ExtensionContext tests) {
    SharedDevServers.get().setUp(HubMode.BESIDE);
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    SharedDevServers.get().setUp(HubMode.STANDALONE);
  }
}
