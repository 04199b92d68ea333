package io.sluice.process;

import io.sluice.devservers.KarmadaSetup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Plays on real servers, with the rights of {@code deploy/rbac/karmada}, what {@link
 * StagedPropagationTest} plays on the embedded ones.
 */
@ExtendWith(KarmadaSetup.class)
class StagedPropagationIT extends StagedPropagationTest {
  @Override
  ObservedTestServers servers() {
    return new LocalTestServers();
  }

  @Test
  @Tag("core")
  @Override
  void aTouchMovesTheTargetGroupByGroupAndDeparturesGoLast() throws Throwable {
    super.aTouchMovesTheTargetGroupByGroupAndDeparturesGoLast();
  }
}
