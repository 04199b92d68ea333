package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramVersionTest {
  @ParameterizedTest
  @CsvSource({
    "'etcd Version: 3.6.8\nGit SHA: Not provided\nGo Version: go1.26.8', 3.6.8",
    "Kubernetes v1.36.4, 1.36.4",
    "'Client Version: v1.31.0-eks-1b2c3d\nKustomize Version: v5.8.1', 1.31.0",
    "'temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)', 1.8.2"
  })
  void aProgramNamesItsOwnVersionFirst(String printed, String version) {
    assertThat(ProgramVersion.in(printed)).map(ProgramVersion::toString).hasValue(version);
  }

  @Test
  void aTextWithoutAVersionHasNone() {
    assertThat(ProgramVersion.in("temporal version DEV")).isEmpty();
  }

  @Test
  void versionsAreComparedByNumbersNotLetters() {
    assertThat(new ProgramVersion(1, 30, 0).atLeast(new ProgramVersion(1, 9, 9))).isTrue();
    assertThat(new ProgramVersion(1, 29, 14).atLeast(new ProgramVersion(1, 30, 0))).isFalse();
    assertThat(new ProgramVersion(3, 5, 0).atLeast(new ProgramVersion(3, 5, 0))).isTrue();
  }
}
