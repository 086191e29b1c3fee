/** The ways of package managers to the files of a release: an index for apt, a formula for Homebrew, and a flake for Nix. */
import { createHash } from 'node:crypto'
import type { Architecture } from './deb.ts'

interface IndexedPackage {
  /** Its file, beside the index. */
  readonly name: string
  readonly architecture: Architecture
  /** The control file in it. */
  readonly control: string
  readonly content: Uint8Array
}

/** Returns the two files that make a folder with packages a flat repository of apt: whoever serves the folder may sign `Release`. */
export function aptIndex(packages: readonly IndexedPackage[], seconds: number): { Packages: string; Release: string } {
  const entries = packages.map(({ name, control, content }) => {
    const about = `Filename: ./${name}\nSize: ${content.length}\nSHA256: ${sha256(content)}\n`
    // A description takes the lines after it, so it stays at the end.
    return control.replace(/^Description:/m, `${about}Description:`)
  })
  const index = entries.join('\n')
  const architectures = packages.map(({ architecture }) => architecture).join(' ')
  const Release = `Origin: doorstep
Label: doorstep
Suite: stable
Date: ${new Date(seconds * 1000).toUTCString()}
Architectures: ${architectures}
SHA256:
 ${sha256(Buffer.from(index))} ${Buffer.byteLength(index)} Packages
`
  return { Packages: index, Release }
}

interface Released {
  readonly version: string
  /** The address of the files, without a slash at its end. */
  readonly from: string
  /** The SHA-256 of each file, in hexadecimal. */
  sumOf(name: string): string
}

/** Returns the formula for Homebrew, on macOS and on Linux. */
export function homebrewFormula({ version, from, sumOf }: Released): string {
  const one = (processor: string, name: string) => `    on_${processor} do
      url "${from}/${name}"
      sha256 "${sumOf(name)}"
    end
`
  return `class Doorstep < Formula
  desc "Network diagnostics and router guidance as an HTTP API"
  homepage "${from.replace(/\/releases\/.*$/, '')}"
  version "${version}"
  license "MIT"

  on_macos do
${one('arm', 'doorstep-darwin-arm64')}${one('intel', 'doorstep-darwin-x64')}  end

  on_linux do
${one('arm', 'doorstep-linux-arm64')}${one('intel', 'doorstep-linux-x64')}  end

  def install
    bin.install Dir["doorstep-*"].first => "doorstep"
    chmod 0755, bin/"doorstep"
    generate_completions_from_executable(bin/"doorstep", "completion")
    (man1/"doorstep.1").write Utils.safe_popen_read(bin/"doorstep", "man")
  end

  service do
    run [opt_bin/"doorstep"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/doorstep --version")
  end
end
`
}

/** Returns the flake for Nix. On Linux the file runs where the linker is that it asks for: patched, it would not find its data. */
export function nixFlake({ version, from, sumOf }: Released): string {
  const one = (system: string, name: string) => {
    const hash = `sha256-${Buffer.from(sumOf(name), 'hex').toString('base64')}`
    return `        ${system} = { url = "${from}/${name}"; hash = "${hash}"; };\n`
  }
  return `{
  description = "doorstep ${version}: network diagnostics and router guidance as an HTTP API";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { nixpkgs, ... }:
    let
      files = {
${one('x86_64-linux', 'doorstep-linux-x64')}${one('aarch64-linux', 'doorstep-linux-arm64')}${one('x86_64-darwin', 'doorstep-darwin-x64')}${one('aarch64-darwin', 'doorstep-darwin-arm64')}      };
      packageFor = system: file:
        let
          pkgs = nixpkgs.legacyPackages.\${system};
          program = pkgs.runCommand "doorstep-${version}" { src = pkgs.fetchurl file; } "install -D -m 755 $src $out/bin/doorstep";
          inside = pkgs.buildFHSEnv { name = "doorstep"; runScript = "\${program}/bin/doorstep"; };
        in
        if pkgs.stdenv.hostPlatform.isLinux then inside else program;
    in
    {
      packages = builtins.mapAttrs (system: file: { default = packageFor system file; }) files;
    };
}
`
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
