package io.sluice.bench;

import io.sluice.devservers.DevServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Starts servers whose audit log has no contents: to format each policy twice more, as tests of the
 * gate need it, would be a part of every figure.
 */
final class BenchServers {
  private static final String AUDIT_POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: None
        nonResourceURLs: ["/readyz*", "/livez*", "/healthz*", "/openapi/*", "/api*", "/version"]
      - level: None
        users: ["system:apiserver"]
      - level: Metadata
      """;

  private BenchServers() {}

  static DevServers start(Path folder) throws IOException {
    Files.writeString(Files.createDirectories(folder).resolve("audit-policy.yaml"), AUDIT_POLICY);
    return DevServers.start(folder);
  }
}
