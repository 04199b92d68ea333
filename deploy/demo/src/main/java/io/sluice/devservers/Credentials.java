package io.sluice.devservers;

import java.io.IOException;
import java.nio.file.Files;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Holds the tokens of the two users of the hub: one may do all, one has a worker's rights.
 *
 * <p>Made once per data folder, with the other files that the API server reads at its start.
 */
record Credentials(String adminToken, String workerToken) {
  static final String ADMIN = "admin";
  static final String WORKER = "sluice";
  static final String WORKERS = "sluice-workers";

  // Block style: text that begins with a brace is taken for JSON and refused. Of what may pass the
  // gate the log has the content, before the API server's own changes and after them.
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
      - level: RequestResponse
        omitManagedFields: true
        verbs: [create, update, patch]
        resources:
        - group: policy.open-cluster-management.io
          resources: [policies]
        - group: cluster.open-cluster-management.io
          resources: [rollouts]
      - level: Metadata
      """;

  static Credentials prepare(DataFolder folder) {
    try {
      // Who has written one there wants that.
      if (!Files.exists(folder.auditPolicy())) {
        Files.writeString(folder.auditPolicy(), AUDIT_POLICY);
      }
      if (!Files.exists(folder.tokens())) {
        writeKeys(folder);
        DataFolder.writeSecret(
            folder.tokens(),
            "%s,%s,%s,system:masters\n%s,%s,%s,\"%s\"\n"
                .formatted(random(), ADMIN, ADMIN, random(), WORKER, WORKER, WORKERS));
      }
      List<String> lines = Files.readAllLines(folder.tokens());
      return new Credentials(lines.get(0).split(",")[0], lines.get(1).split(",")[0]);
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot prepare %s: %s. Choose another folder with --dir.".formatted(folder.root(), e),
          e);
    }
  }

  private static void writeKeys(DataFolder folder) throws IOException {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
      DataFolder.writeSecret(
          folder.signingKey(), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
      DataFolder.writeSecret(
          folder.verifyingKey(), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("RSA is part of every JDK", e);
    }
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
  }

  private static String random() {
    byte[] token = new byte[16];
    new SecureRandom().nextBytes(token);
    return HexFormat.of().formatHex(token);
  }
}
