// Verifies what Pitbook writes with another implementation of the formats: golang.org/x/mod/sumdb's notes and trees.
// What that does not have, cosignatures and the proof file, is written here from the C2SP specifications alone.
//
// It reads one JSON document from standard input and writes one to standard output. Each check is answered with an empty
// string if it holds, and with the reason otherwise.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type noteCheck struct{ Note, Log, Text string }
type cosignedCheck struct {
	Note, Log string
	Witnesses []string
	K         int
}
type proofCheck struct {
	File, Log string
	Witnesses []string
	K         int
	Leaf      string
}
type treeCheck struct {
	Old, New         int64
	OldRoot, NewRoot string
	Proof            []string
}
type asked struct {
	Notes    []noteCheck
	Cosigned []cosignedCheck
	Proofs   []proofCheck
	Trees    []treeCheck
	Leaves   []string // of a log, for which Go makes its own proofs
	Sizes    []int64
}
type madeTree struct {
	Old, New    int64
	Root        string
	Consistency []string
	Inclusion   [][]string
}
type answer struct {
	Notes, Cosigned, Proofs, Trees []string
	Made                           []madeTree
	Vkey, Signed                   string
}

// cosigner verifies cosignatures, version 1.
type cosigner struct {
	name string
	id   uint32
	key  ed25519.PublicKey
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.id }
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(sig)
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, msg)
	return ed25519.Verify(c.key, []byte(signed), sig[8:])
}

func newCosigner(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("not a vkey")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("not a cosigner's key")
	}
	digest := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if hex.EncodeToString(digest[:4]) != parts[1] {
		return nil, errors.New("wrong key id")
	}
	return &cosigner{parts[0], binary.BigEndian.Uint32(digest[:4]), key[1:]}, nil
}

func hash(encoded string) (h tlog.Hash, err error) {
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil && len(data) != len(h) {
		err = errors.New("wrong length of a hash")
	}
	copy(h[:], data)
	return h, err
}

func hashes(encoded []string) ([]tlog.Hash, error) {
	found := []tlog.Hash{}
	for _, one := range encoded {
		h, err := hash(one)
		if err != nil {
			return nil, err
		}
		found = append(found, h)
	}
	return found, nil
}

func encode(found []tlog.Hash) []string {
	encoded := []string{}
	for _, one := range found {
		encoded = append(encoded, one.String())
	}
	return encoded
}

func checkNote(c noteCheck) error {
	log, err := note.NewVerifier(c.Log)
	if err != nil {
		return err
	}
	opened, err := note.Open([]byte(c.Note), note.VerifierList(log))
	if err == nil && opened.Text != c.Text {
		err = errors.New("another text")
	}
	return err
}

// checkpoint opens a checkpoint that its log has signed and k different witnesses have cosigned.
func checkpoint(text, vkey string, witnesses []string, k int) (size int64, root tlog.Hash, err error) {
	log, err := note.NewVerifier(vkey)
	if err != nil {
		return 0, root, err
	}
	known := []note.Verifier{log}
	for _, one := range witnesses {
		witness, err := newCosigner(one)
		if err != nil {
			return 0, root, err
		}
		known = append(known, witness)
	}
	opened, err := note.Open([]byte(text), note.VerifierList(known...))
	if err != nil {
		return 0, root, err
	}
	cosigned, signed := map[string]bool{}, false
	for _, one := range opened.Sigs {
		if one.Name == log.Name() && one.Hash == log.KeyHash() {
			signed = true
		} else {
			cosigned[one.Name] = true
		}
	}
	if !signed || len(cosigned) < k {
		return 0, root, fmt.Errorf("signed %t, cosigned %d", signed, len(cosigned))
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != log.Name() {
		return 0, root, errors.New("not a checkpoint of this log")
	}
	size, err = strconv.ParseInt(lines[1], 10, 64)
	if err != nil || strconv.FormatInt(size, 10) != lines[1] || size < 0 {
		return 0, root, errors.New("not a size")
	}
	root, err = hash(lines[2])
	return size, root, err
}

func checkProof(c proofCheck) error {
	head, text, found := strings.Cut(c.File, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a proof")
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		if _, err := base64.StdEncoding.DecodeString(lines[0][len("extra "):]); err != nil {
			return err
		}
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		return errors.New("no index")
	}
	index, err := strconv.ParseInt(lines[0][len("index "):], 10, 64)
	if err != nil {
		return err
	}
	path, err := hashes(lines[1:])
	if err != nil {
		return err
	}
	size, root, err := checkpoint(text, c.Log, c.Witnesses, c.K)
	if err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(c.Leaf)
	if err != nil {
		return err
	}
	if index < 0 || index >= size {
		return errors.New("no such leaf")
	}
	return tlog.CheckRecord(path, size, root, index, tlog.RecordHash(data))
}

func checkTree(c treeCheck) error {
	oldRoot, err := hash(c.OldRoot)
	if err != nil {
		return err
	}
	newRoot, err := hash(c.NewRoot)
	if err != nil {
		return err
	}
	path, err := hashes(c.Proof)
	if err != nil {
		return err
	}
	return tlog.CheckTree(path, c.New, newRoot, c.Old, oldRoot)
}

func made(leaves []string, sizes []int64) ([]madeTree, error) {
	stored := []tlog.Hash{}
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := []tlog.Hash{}
		for _, one := range indexes {
			found = append(found, stored[one])
		}
		return found, nil
	})
	for number, leaf := range leaves {
		data, err := base64.StdEncoding.DecodeString(leaf)
		if err != nil {
			return nil, err
		}
		more, err := tlog.StoredHashes(int64(number), data, reader)
		if err != nil {
			return nil, err
		}
		stored = append(stored, more...)
	}
	trees := []madeTree{}
	for number, size := range sizes {
		old := sizes[number/2]
		root, err := tlog.TreeHash(size, reader)
		if err != nil {
			return nil, err
		}
		consistency, err := tlog.ProveTree(size, old, reader)
		if err != nil {
			return nil, err
		}
		tree := madeTree{Old: old, New: size, Root: root.String(), Consistency: encode(consistency)}
		for index := int64(0); index < size; index++ {
			path, err := tlog.ProveRecord(size, index, reader)
			if err != nil {
				return nil, err
			}
			tree.Inclusion = append(tree.Inclusion, encode(path))
		}
		trees = append(trees, tree)
	}
	return trees, nil
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func run() error {
	var in asked
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		return err
	}
	out := answer{}
	for _, one := range in.Notes {
		out.Notes = append(out.Notes, reason(checkNote(one)))
	}
	for _, one := range in.Cosigned {
		_, _, err := checkpoint(one.Note, one.Log, one.Witnesses, one.K)
		out.Cosigned = append(out.Cosigned, reason(err))
	}
	for _, one := range in.Proofs {
		out.Proofs = append(out.Proofs, reason(checkProof(one)))
	}
	for _, one := range in.Trees {
		out.Trees = append(out.Trees, reason(checkTree(one)))
	}
	var err error
	if out.Made, err = made(in.Leaves, in.Sizes); err != nil {
		return err
	}
	private, vkey, err := note.GenerateKey(rand.Reader, "go.example/log")
	if err != nil {
		return err
	}
	signer, err := note.NewSigner(private)
	if err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: "go.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"}, signer)
	if err != nil {
		return err
	}
	out.Vkey, out.Signed = vkey, string(signed)
	return json.NewEncoder(os.Stdout).Encode(out)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
