package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Supplier;

/** Names the files of one set of servers, and lets one command at a time change them. */
record DataFolder(Path root) {
  DataFolder {
    requireNonNull(root, "root is null");
    root = root.toAbsolutePath().normalize();
  }

  Path state() {
    return root.resolve("state.json");
  }

  Path log(Program program) {
    return root.resolve("logs").resolve(program.file() + ".log");
  }

  Path etcd() {
    return root.resolve("etcd");
  }

  Path temporal() {
    return root.resolve("temporal.db");
  }

  Path certificates() {
    return root.resolve("certs");
  }

  /** Written by the API server at its first start; signs itself. */
  Path certificate() {
    return certificates().resolve("apiserver.crt");
  }

  Path controllerManager() {
    return root.resolve("controller-manager");
  }

  Path controllerManagerCertificate() {
    return controllerManager().resolve("kube-controller-manager.crt");
  }

  Path signingKey() {
    return root.resolve("sa.key");
  }

  Path verifyingKey() {
    return root.resolve("sa.pub");
  }

  Path tokens() {
    return root.resolve("tokens.csv");
  }

  Path auditPolicy() {
    return root.resolve("audit-policy.yaml");
  }

  Path auditLog() {
    return root.resolve("audit.log");
  }

  /** For users: the administrator first, the worker's user as a second context. */
  Path kubeconfig() {
    return root.resolve("kubeconfig");
  }

  /** For a worker that is to have a worker's rights only. */
  Path workerKubeconfig() {
    return root.resolve("kubeconfig-worker");
  }

  /** Makes a change while no other command changes the servers of this folder. */
  <T> T locked(Supplier<T> change) {
    try {
      // It holds tokens: only its owner may look into it.
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (FileChannel channel =
              FileChannel.open(
                  root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = tryLock(channel)) {
        if (lock == null) {
          throw new DevServersException(
              "Cannot change the servers in %s: another command is doing so. Wait for it to end."
                  .formatted(root));
        }
        return change.get();
      }
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot use the folder %s: %s. Choose another one with --dir.".formatted(root, e), e);
    }
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException lockedHere) {
      return null;
    }
  }

  /** Writes a file for its owner only; readers see the old text or the new one, never a part. */
  static void writeSecret(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.deleteIfExists(next);
    Files.createFile(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
