#!/usr/bin/env bash
# Finds words that we do not use (tools/words.txt) in Markdown files, in comments and texts of Lua
# scripts, in string literals of Swift sources, in names of functions of tests (split at capitals) and
# in the templates and scripts of the report; and spelling mistakes in files that are not code if
# codespell is installed. Prints FILE:LINE: WORD ->
# REPLACEMENT.
#
#   tools/lint-words.sh [FILE...]     default: all such files in git
#
# Not checked: text in `code`, blocks of program output (``` without a language), tables that the
# program writes (between "<!-- NAME: written by" and "<!-- end of"), comments of Swift sources, and
# what "\(...)" puts into a literal.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
  # Inputs of tests stay as they are.
  mapfile -t files < <(git ls-files '*.md' 'scripts/*.lua' |
    grep -vE '^Tests/.*/(Golden|Fixtures)/.*\.(lua|md)$|^tools/')
  mapfile -t -O "${#files[@]}" files < <(git ls-files 'Tests/*README.md' 'Sources/*.swift' \
    'Sources/*.mustache' 'Sources/*.js' 'Tests/*.swift')
else
  files=("$@")
fi

status=0
perl - "${files[@]}" <<'PERL' || status=1
use strict;
use warnings;

my (@words, $found);
open(my $list, '<', 'tools/words.txt') or die "tools/words.txt: $!\n";
while (my $line = <$list>) {
  chomp $line;
  next if $line =~ /^(#|\s*$)/;
  my ($pattern, $instead) = split /\t/, $line, 2;
  die "tools/words.txt:$.: no tab between the words and the replacement\n" unless defined $instead;
  push @words, [qr/(?<![\w-])(?:$pattern)(?![\w-])/i, $instead];
}

for my $file (@ARGV) {
  open(my $text, '<', $file) or die "$file: $!\n";
  my ($inOutput, $inBlock, $isGenerated, $inLiteral) = (0, 0, 0, 0);
  while (my $line = <$text>) {
    chomp $line;
    my @parts;
    if ($file =~ /\.md$/) {
      $isGenerated = 1 if $line =~ /^<!-- \w+: written by /;
      $isGenerated = 0 if $line =~ /^<!-- end of /;
      if ($line =~ /^\s*```(\S*)/) {
        ($inBlock, $inOutput) = $inBlock ? (0, 0) : (1, $1 eq '');
      }
      next if $isGenerated || $inOutput;
      $line =~ s/`[^`]*`/`...`/g;
      @parts = ($line);
    } elsif ($file =~ m{^Tests/.*\.swift$}) {
      # Only names: literals of tests are inputs, or quote what is checked elsewhere.
      next unless $line =~ /\bfunc (\w+)/;
      (my $name = $1) =~ s/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/ /g;
      @parts = ($name);
    } elsif ($file =~ /\.swift$/) {
      next if !$inLiteral && $line =~ m{^\s*//};
      $line =~ s/\\(\((?:[^()]++|(?1))*\))/.../g;
      if ($inLiteral || $line =~ /"""\s*$/) {
        $inLiteral = !$inLiteral if $line =~ /"""/;
        @parts = ($line =~ s/`[^`]*`/`...`/gr);
      } else {
        @parts = map { s/`[^`]*`/`...`/gr } $line =~ /"((?:[^"\\]|\\.)*)"/g;
      }
    } elsif ($file =~ /\.(mustache|js)$/) {
      @parts = ($line =~ s/`[^`]*`/`...`/gr);
    } elsif ($line =~ s/^.*?--//) {
      @parts = ($line);
    } else {
      @parts = $line =~ /(?:summary|goal) = "((?:[^"\\]|\\.)*)"/g;
    }
    for my $part (@parts) {
      for my $word (@words) {
        while ($part =~ /$word->[0]/g) {
          print STDERR "$file:$.: $& -> $word->[1]\n";
          $found = 1;
        }
      }
    }
  }
}
exit($found ? 1 : 0);
PERL

if command -v codespell >/dev/null; then
  # British spelling is used throughout, which codespell's own list leaves alone. In Swift sources
  # and JavaScript many words are names.
  mapfile -t prose < <(printf '%s\n' "${files[@]}" | grep -Ev '\.(swift|js)$' || true)
  if [ ${#prose[@]} -gt 0 ]; then
    codespell --ignore-words tools/codespell-ignore.txt "${prose[@]}" >&2 || status=1
  fi
else
  tools/skip.sh "lint-words: spelling" "codespell is not installed" >&2 || status=1
fi

if [ "$status" -ne 0 ]; then
  echo "lint: plain words; see tools/words.txt, or tools/codespell-ignore.txt for a correct word" >&2
fi
exit "$status"
