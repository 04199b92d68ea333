package io.sluice.devservers;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets workers on the shared servers propagate templates while a class is tested. */
public final class KarmadaSetup implements BeforeAllCallback, AfterAllCallback {
  @Override
  public void beforeAll(ExtensionContext tests) {
    SharedDevServers.get().allowTemplates();
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    SharedDevServers.get().disallowTemplates();
  }
}
